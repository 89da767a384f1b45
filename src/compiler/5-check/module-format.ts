import type { CompileRequest } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { AwaitingModule } from '../model/top-level-await.ts';
import { inFormat, type Target } from '../target.ts';

/** What a bundle of this target cannot hold, and `build.format` where it decides nothing. */
export function checkFormat(
  request: Pick<CompileRequest, 'build' | 'executable'>,
  target: Target,
  awaiting: readonly AwaitingModule[] = [],
): readonly Diagnostic[] {
  const { format } = inFormat(target, request).bundle;
  const wanted = request.build.format ?? format;
  const fixed = fixedBecause(target, request);
  return [
    ...(format === wanted ? [] : [diagnose('format-without-effect', { format: wanted, target: target.name, why: fixed ?? '' })]),
    ...(format === 'esm'
      ? []
      : awaiting.map(({ span, ...one }) => diagnose('top-level-await', { ...one, fixed }, span === undefined ? {} : { span }))),
  ];
}

/** Undefined where `build.format` decides. */
function fixedBecause({ archive, bundle, name }: Target, { executable }: Pick<CompileRequest, 'executable'>): string | undefined {
  if (archive !== undefined) return 'the bundle of an archive is CommonJS';
  if (bundle.mayBeModule !== true) return `its bundle is always ${bundle.format === 'esm' ? 'an ES module' : 'CommonJS'}`;
  return executable === true ? `the single executable of the target ${name} is CommonJS` : undefined;
}
