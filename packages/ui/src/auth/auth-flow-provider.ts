import type { AuthPageProps } from '@service/sdk/auth-ui';
import { createElement, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { FlowContext } from './flow-context.ts';

export interface AuthFlowProviderProps {
  /** Props of the page. */
  readonly flow: AuthPageProps;
  readonly children?: ReactNode;
}

/**
 * Lets hooks below it speak of a page. A page of `auth.ui` stands in one already: it is needed where a page is put together by hand, and in
 * tests.
 *
 * @example
 * const printed = renderToString(<AuthFlowProvider flow={flow}><Login /></AuthFlowProvider>);
 */
export function AuthFlowProvider({ children, flow }: AuthFlowProviderProps): ReactElement {
  const [kept, keep] = useState<Pick<AuthPageProps, 'addedItems' | 'extras'>>();
  const value = useMemo<AuthPageProps>(
    () => ({
      ...flow,
      ...kept,
      state: { ...flow.state, ...kept },
      submitExtra: async (name, data) => {
        const answer = await flow.submitExtra(name, data);
        // The helper writes into the state of the page; copies, so that React sees a change.
        keep({ addedItems: { ...flow.addedItems }, extras: { ...flow.extras } });
        return answer;
      },
    }),
    [flow, kept],
  );
  return createElement(FlowContext.Provider, { value }, children);
}
