import { ProtocolError } from '@service/sdk/errors';
import { withoutUndefined } from '@service/sdk/internal';
import type { ApprovalState } from './approvals.ts';
import type { Requirement } from './requirement.ts';

/** A call needs an approval that it does not have; -32600, with `data` that says which. */
export class ApprovalRequiredError extends ProtocolError {
  override readonly name = 'ApprovalRequiredError';

  constructor(toolId: string, state: ApprovalState, of: { readonly requirement: Requirement; readonly because: string }) {
    const { preApprovedContexts: _contexts, ...options } = of.requirement;
    super(-32600, `Tool "${toolId}" needs an approval: ${of.because}`, {
      data: { type: 'approval_required', toolId, state, options: withoutUndefined({ ...options }) },
    });
  }
}
