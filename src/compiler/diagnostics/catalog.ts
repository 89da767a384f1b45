import { adapterRows } from './catalog/adapters.ts';
import { assetRows } from './catalog/assets.ts';
import { buildRows } from './catalog/build.ts';
import { declarationRows } from './catalog/declarations.ts';
import { loadRows } from './catalog/load.ts';
import { optionRows } from './catalog/options.ts';
import { referenceRows } from './catalog/references.ts';
import { securityRows } from './catalog/security.ts';
import { signInRows } from './catalog/sign-in.ts';
import type { CatalogRow, Diagnostic, DiagnosticLocation } from './diagnostic.ts';

/** Every code a user can meet, with its texts. `fixtures/errors` holds exactly these codes. */
export const catalog = {
  ...adapterRows,
  ...assetRows,
  ...loadRows,
  ...optionRows,
  ...referenceRows,
  ...declarationRows,
  ...buildRows,
  ...securityRows,
  ...signInRows,
};

export type DiagnosticCode = keyof typeof catalog;

export type ParamsOf<Code extends DiagnosticCode> = (typeof catalog)[Code] extends CatalogRow<infer Params> ? Params : never;

const rows: { readonly [Code in DiagnosticCode]: CatalogRow<ParamsOf<Code>> } = catalog;

/**
 * Makes a finding; reporting a code with other parameters than its texts need is a type error.
 *
 * @example diagnose('server-not-exported', { name: 'Server' }, { span })
 */
export function diagnose<Code extends DiagnosticCode>(
  code: Code,
  params: ParamsOf<Code>,
  { span, ...more }: DiagnosticLocation = {},
): Diagnostic {
  const found = rows[code];
  const hint = found.hint?.(params);
  return {
    code,
    severity: found.severity,
    message: found.message(params),
    hint,
    span,
    ...more,
  };
}

/** The row of a code, whatever its parameters. */
export const catalogRow = (code: DiagnosticCode): Omit<CatalogRow<never>, 'message' | 'hint'> => catalog[code];

export const isDiagnosticCode = (code: string): code is DiagnosticCode => Object.hasOwn(catalog, code);
