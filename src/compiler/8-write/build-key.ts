import { sha256 } from './sha256.ts';
import { findSdkCopy } from '../bundler-plugin/sdk-copy.ts';
import type { CompileRequest } from '../compile-types.ts';
import type { Target } from '../target.ts';

/** Whatever decides a build and is no file. */
export function buildKey(request: CompileRequest, target: Target): string {
  const {
    root,
    entry,
    name,
    version,
    configHttpPath,
    configHttpPort,
    variables,
    nodeVersion,
    packaging,
    commandLine,
    build: options,
    executable,
    merged = [],
    typeCheck,
    keepSchemas,
    environment,
  } = request;
  const flags = {
    root,
    entry,
    name,
    version,
    configHttpPath,
    configHttpPort,
    variables,
    nodeVersion,
    packaging,
    commandLine,
    options,
    // The Node that is running becomes the executable.
    executable: executable === true ? process.execPath : undefined,
    merged: merged.map(({ contents, path }) => [path, sha256(contents)]),
    typeCheck,
    keepSchemas,
    environment,
  };
  return sha256(JSON.stringify([flags, target.name, findSdkCopy().version, process.version]));
}
