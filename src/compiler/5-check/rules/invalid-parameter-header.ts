import { parameterHeaderProblems } from '../../model/parameter-headers.ts';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

/** MCP 2026-07-28: a marked parameter also travels as the header Mcp-Param-<Name>. */
export const checkInvalidParameterHeader: Rule = (model) =>
  model.server.tools.flatMap(({ name: tool, inputSchema, id }) =>
    parameterHeaderProblems(inputSchema).map(({ parameter, problem }) =>
      diagnose('invalid-parameter-header', { tool, parameter, problem }, locationOf(model, id)),
    ),
  );
