import { diagnose } from '../../diagnostics/index.ts';
import { isOpen, type Rule } from '../rule.ts';

/** While a plugin or adapter may still bring providers, nothing is missing. */
export const checkProviderMissing: Rule = (model) =>
  isOpen(model)
    ? []
    : (model.unprovided ?? []).map(({ asker, elsewhere, span, token }) =>
        diagnose('provider-missing', { asker, token, elsewhere: elsewhere ?? '' }, { span }),
      );
