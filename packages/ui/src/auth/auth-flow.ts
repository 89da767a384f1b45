import { type AuthPageProps, formEntries, type ExtraAnswer } from '@service/sdk/auth-ui';
import { createElement, useMemo, useState, createContext, useContext, type ReactElement, type ReactNode, useCallback, useRef } from 'react';

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

type Data = NonNullable<Parameters<AuthPageProps['submitExtra']>[1]>;

/** The submit event of a form, whose fields are sent, or what to send. */
export type ExtraInput = { readonly currentTarget: object; preventDefault(): void } | Data;

/** What {@link useExtraField} gives a form. */
export interface ExtraField {
  /** Asks `auth.extras[name]`; never rejects. */
  readonly onSubmit: (input?: ExtraInput) => Promise<ExtraAnswer>;
  /** The last answer; undefined before the first, and while a new one is waited for. */
  readonly result: ExtraAnswer | undefined;
  /** An answer is waited for. */
  readonly pending: boolean;
}

/**
 * Asks `auth.extras[name]` before the form of the page is sent. It needs scripts: a page that works without them does not stand on it.
 *
 * @example
 * const { onSubmit, result, pending } = useExtraField('sendCode');
 */
export function useExtraField(name: string): ExtraField {
  const { submitExtra } = useAuthFlow();
  const [{ pending, result }, show] = useState<Omit<ExtraField, 'onSubmit'>>({ result: undefined, pending: false });
  // Of several questions at once the last one's answer counts, whichever comes first.
  const asked = useRef(0);
  const onSubmit = useCallback(
    async (input: ExtraInput = {}): Promise<ExtraAnswer> => {
      asked.current += 1;
      const turn = asked.current;
      show({ result: undefined, pending: true });
      const answer = await submitExtra(name, dataOf(input));
      if (turn === asked.current) show({ result: answer, pending: false });
      return answer;
    },
    [name, submitExtra],
  );
  return { onSubmit, result, pending };
}

function dataOf(input: ExtraInput): Data {
  if (!isEvent(input)) return input;
  input.preventDefault();
  const data = new Map<string, string | string[]>();
  for (const [name, value] of formEntries(input.currentTarget)) {
    const before = data.get(name);
    data.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(data);
}

const isEvent = (input: ExtraInput): input is Exclude<ExtraInput, Data> => typeof input['preventDefault'] === 'function';
