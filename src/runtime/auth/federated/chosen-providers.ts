import type { PendingSignIn } from '../server/sign-in/pending-sign-in.ts';
import type { FormFields } from '../../web/form.ts';

/** Among what is settled of a sign-in: no step has this name. */
const settledAs = 'chosen-providers';

export const isPickerForm = (form: FormFields): boolean => form.get('federated')?.[0] === 'true';

/** Providers chosen before the user was known; undefined: not asked yet. */
export function chosenProviders({ settled }: PendingSignIn): readonly string[] | undefined {
  const ids = settled[settledAs]?.['ids'];
  // Written here alone, after a check against the options.
  return Array.isArray(ids) ? ids.map(String) : undefined;
}

export const withChosenProviders = (signIn: PendingSignIn, ids: readonly string[]): PendingSignIn => ({
  ...signIn,
  settled: { ...signIn.settled, [settledAs]: { ids: [...ids] } },
});
