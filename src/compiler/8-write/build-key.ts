import { sha256 } from './sha256.ts';
import { findSdkCopy } from '../bundler-plugin/sdk-copy.ts';
import type { CompileRequest } from '../compile-types.ts';
import type { Target } from '../target.ts';

/** Options that change no file of a build, only how long it takes and what it reports. */
const withoutEffect = {
  alwaysIsolated: undefined,
  audit: undefined,
  cache: undefined,
  evaluate: undefined,
  evaluationTimeoutMs: undefined,
  signal: undefined,
  skipTests: undefined,
} satisfies { readonly [Name in keyof CompileRequest]?: undefined };

/** A key of everything beside files that decides a build. */
export function buildKey(request: CompileRequest, target: Target): string {
  const flags = {
    ...request,
    ...withoutEffect,
    // The Node that is running becomes the executable.
    executable: request.executable === true ? process.execPath : undefined,
    merged: (request.merged ?? []).map(({ contents, path }) => [path, sha256(contents)]),
  };
  return sha256(JSON.stringify([flags, target.name, findSdkCopy().version, process.version]));
}
