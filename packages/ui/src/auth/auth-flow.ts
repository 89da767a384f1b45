import type { AuthPageProps } from '@service/sdk/auth-ui';
import { createElement, useMemo, useState, createContext, useContext, type ReactElement, type ReactNode } from 'react';

/** The sign-in of the page, from the nearest provider. */
const FlowContext = createContext<AuthPageProps | undefined>(undefined);

/** Props of {@link AuthFlowProvider}. */
export interface AuthFlowProviderProps {
  /** Props of the page. */
  readonly flow: AuthPageProps;
  /** What reads the page. */
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

const none: readonly never[] = [];

/**
 * Items that `auth.extras[name]` added so far in this sign-in; updated after each request of a hook.
 *
 * @example
 * const rooms = useAddedItems('room');
 */
export const useAddedItems = (name: string): AuthPageProps['addedItems'][string] => useAuthFlow().addedItems[name] ?? none;
