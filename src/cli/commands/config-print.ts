import { table } from '@service/sdk/terminal';
import type { JsonObject } from '@service/sdk/model';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { openProject } from '../project/open-project.ts';
import { isRecord } from '@service/sdk/internal';
import { basename } from 'node:path';
import type { Project } from '../../config/load-project.ts';
import { listSettings } from '../../config/print-settings.ts';
import type { Settled } from '../../config/setting-value.ts';

/** `service config print`: what counts after flags, variables, file and defaults, and with --origin who said so. */
export async function runConfigPrint(call: CommandCall): Promise<CommandOutcome> {
  const project = await openProject(call);
  const rows = listSettled(project);
  const origin = call.flags.switch('origin');
  return {
    exit: 'ok',
    data: { file: project.configFile ?? null, settings: rows.map((row): JsonObject => ({ ...row })) },
    diagnostics: project.warnings,
    sources: project.sources,
    text: table(
      rows.map((row) => (origin ? [row.path, row.origin, row.value] : [row.path, row.value])),
      call.output.stdout.width,
    ),
  };
}

/** One setting that counts. */
interface SettledRow {
  /** `transport.http.port`. */
  readonly path: string;
  readonly value: string;
  /** Flag, variable, file or `default`. */
  readonly origin: string;
}

/** Every setting of a project with its origin; values of variables are not shown, because they may be secrets. */
function listSettled(project: Project): readonly SettledRow[] {
  const file = project.configFile === undefined ? 'package.json' : basename(project.configFile);
  const { deployments, ...rest } = project.config ?? {};
  const settled: Readonly<Record<string, Settled<string | number> | undefined>> = {
    name: project.name,
    version: project.version,
    entry: project.entry,
    'transport.http.path': project.httpPath,
    'transport.http.port': project.httpPort,
  };
  const rows = new Map<string, SettledRow>();
  const put = (path: string, value: unknown, origin: string): void => void rows.set(path, { path, value: shown(path, value), origin });
  for (const [path, value] of leavesOf(rest, '')) put(path, value, file);
  for (const [path, one] of Object.entries(settled)) if (one !== undefined) put(path, one.value, one.origin);
  project.deployments.forEach(({ target, folder }, index) => {
    const given = deployments?.some((one) => one.target === target) === true;
    put(`deployments[${index}].target`, target, given ? file : (project.targetOrigin ?? 'default'));
    put(`deployments[${index}].folder`, folder, project.outDirOrigin ?? (deployments?.[index]?.outDir === undefined ? 'default' : file));
  });
  for (const { path, field } of listSettings())
    if (field.standard !== undefined && !rows.has(path) && !/\[\]|<name>|^deployments|^cli/.test(path))
      put(path, field.standard, 'default');
  return [...rows.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Variables of commands, of client entries, and those that the bundler replaces. */
const ofVariable = /^(?:env|clients\.[^.]+\.env|build\.esbuild\.define\.process\.env)\./;

const shown = (path: string, value: unknown): string =>
  ofVariable.test(path) ? '(set)' : typeof value === 'string' ? value : JSON.stringify(value);

/** Values with their dotted paths; lists are values. */
function leavesOf(value: unknown, path: string): readonly (readonly [path: string, value: unknown])[] {
  if (!isRecord(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, path === '' ? key : `${path}.${key}`));
}
