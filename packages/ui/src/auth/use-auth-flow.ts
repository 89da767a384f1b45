import type { AuthPageProps } from '@service/sdk/auth-ui';
import { useContext } from 'react';
import { FlowContext } from './flow-context.ts';

/**
 * The current sign-in, with `submitFinish`, which sends the form and leaves the page. Fields that identify the sign-in come from the page and
 * cannot be set.
 *
 * @throws {Error} outside a page of `auth.ui` and outside `AuthFlowProvider`
 * @example
 * const { clientName, fields, submitFinish } = useAuthFlow();
 */
export function useAuthFlow(): AuthPageProps {
  const flow = useContext(FlowContext);
  if (flow === undefined)
    throw new Error('this is no page of a sign-in: name the component in auth.ui, or put it into <AuthFlowProvider flow={…}>');
  return flow;
}
