import { formEntries, type AuthPageProps, type ExtraAnswer } from '@service/sdk/auth-ui';
import { useCallback, useRef, useState } from 'react';
import { useAuthFlow } from './auth-flow.ts';

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
