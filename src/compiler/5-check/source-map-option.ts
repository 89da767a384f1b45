import type { CompileRequest } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { sourceMapKind, type Target } from '../target.ts';

/** `build.sourcemap` and `build.sourcesContent` where the output has no source map. */
export function checkSourceMap(request: Pick<CompileRequest, 'build' | 'executable'>, target: Target): readonly Diagnostic[] {
  const { sourcemap, sourcesContent } = request.build;
  if (sourceMapKind(target, request) !== 'none') return [];
  const isAsked = sourcemap !== undefined && sourcemap !== 'none';
  if (!isAsked && sourcesContent !== true) return [];
  const option = isAsked ? `build.sourcemap: '${sourcemap}'` : 'build.sourcesContent';
  return [diagnose('sourcemap-without-effect', { option, target: target.name, why: missingBecause(target, request) })];
}

function missingBecause({ archive, bundle }: Target, { build }: Pick<CompileRequest, 'build'>): string {
  if (build.sourcemap === 'none') return "`build.sourcemap` is 'none'";
  if (archive !== undefined) return 'archives hold no source map';
  return bundle.platform === 'node' ? 'single executables hold no source map' : 'workers have no source map';
}
