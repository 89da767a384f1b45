import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { memberOf, messageOf } from '@service/sdk/internal';
import { isWithin } from '../std/real-paths.ts';
import { withoutByteOrderMark } from '../compiler/diagnostics/diagnostic.ts';
import type { Diagnostic } from '../compiler/diagnostics/index.ts';
import { checkConfig, type ConfigFault } from './check-config.ts';
import { type ConfigDiagnostic, ConfigProblem, jsonFault } from './config-problem.ts';
import { evaluateConfig, type ConfigTrust } from './evaluate-config.ts';
import { findConfig, type FoundConfig, refuseSpecialFiles, walkUp } from './special-files.ts';
import { hideValues, locateKey } from './locate-key.ts';
import { textRule } from './setting-row.ts';
import type { Deployment, DeploymentServer, DistributedDeployment } from './deployment-config.ts';
import type { ServiceConfig } from './service-config.ts';
import { fieldAt, readEntryPath, readPort, settingFault, settle, type Settled, type Sources } from './setting-value.ts';

/** One thing to build. */
export interface ProjectDeployment {
  readonly target: string;
  /** Absolute folder that will hold the output. */
  readonly folder: string;
  /** `deployments[].server` as variables for the bundle. */
  readonly variables: Readonly<Record<string, string>>;
  /** The row of the config; undefined for a target that a flag or a variable adds. */
  readonly row?: Deployment;
}

/** A project with every setting resolved, and its origin where flags, variables and the file compete. */
export interface Project {
  /** Absolute folder of the config file, else of package.json. */
  readonly root: string;
  readonly configFile?: string;
  /** As written in the file. */
  readonly config?: ServiceConfig;
  /** The flag or variable that overrides the file's targets and folders. */
  readonly targetOrigin?: string;
  readonly outDirOrigin?: string;
  readonly name: Settled<string>;
  readonly version: Settled<string>;
  /** Absolute path of the entry module. */
  readonly entry: Settled<string>;
  readonly nodeVersion?: string;
  /** The sources are read with the variables of the first. */
  readonly deployments: Deployments;
  readonly httpPath?: Settled<string>;
  readonly httpPort?: Settled<number>;
  readonly build: NonNullable<ServiceConfig['build']>;
  readonly env: NonNullable<ServiceConfig['env']>;
  readonly budgets: NonNullable<ServiceConfig['budgets']>;
  /** Absolute paths of the files that the settings were read from. */
  readonly files: readonly string[];
  /** Of a stranger, maybe: nothing of it is run without restrictions. */
  readonly isLookedAt: boolean;
  readonly warnings: readonly Diagnostic[];
  /** Text of the config file, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
}

export interface ProjectRequest {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values of flags by name: `config`, `entry`, `out-dir`, `port`. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  /** Values of `--target`. */
  readonly targets: readonly string[];
  /** Whether a config that is a program is run, run with restrictions, or skipped. Default: run. */
  readonly trust?: ConfigTrust;
}

/**
 * Finds, reads and checks a project's configuration.
 * @throws {ConfigProblem} with every fault at once
 */
export async function loadProject(request: ProjectRequest): Promise<Project> {
  const found = findConfig(request.cwd, { flag: request.flags['config'], variable: request.env['SERVICE_CONFIG'] });
  const { trust = 'run' } = request;
  const manifestFile = walkUp(found === undefined ? request.cwd : dirname(found.file), (folder) => existing(join(folder, 'package.json')));
  if (found === undefined && manifestFile === undefined) throw notAProject(request.cwd);
  const root = dirname(found?.file ?? manifestFile ?? request.cwd);
  refuseSpecialFiles(root);
  const isSkipped = found !== undefined && trust === 'skip' && extname(found.file) !== '.json';
  const read = found === undefined || isSkipped ? undefined : await readConfig(found.file, trust === 'run' ? 'run' : 'look');
  const manifest = manifestFile === undefined ? {} : readManifest(manifestFile);
  const config = read?.config;
  const sources: Sources = {
    flags: request.flags,
    env: request.env,
    fileName: found === undefined ? 'package.json' : basename(found.file),
  };
  const entry = settle(fieldAt('entry'), config?.entry, sources) ?? { value: 'src/main.ts', origin: 'default' };
  // Paths of flags are relative to the working folder, those of the config to its own folder.
  const entryFile = resolve(entry.origin === '--entry' ? request.cwd : root, entry.value);
  return {
    root,
    configFile: found?.file,
    config,
    targetOrigin: request.targets.length > 0 ? '--target' : request.env['SERVICE_TARGET'] ? 'SERVICE_TARGET' : undefined,
    outDirOrigin: settle(fieldAt('outDir'), undefined, sources)?.origin,
    name: settleName(config, manifest, sources),
    version:
      config?.version === undefined
        ? { value: manifest.version ?? '1.0.0', origin: manifest.version === undefined ? 'default' : 'package.json' }
        : { value: config.version, origin: sources.fileName },
    entry: { ...entry, value: entryFile },
    nodeVersion: config?.nodeVersion,
    deployments: settleDeployments(config, { root, entry: entryFile, request, sources }),
    httpPath: readEntryPath(settle(fieldAt('transport', 'http', 'path'), config?.transport?.http?.path, sources)),
    httpPort: readPort(settle(fieldAt('transport', 'http', 'port'), config?.transport?.http?.port, sources)),
    build: config?.build ?? {},
    env: config?.env ?? {},
    budgets: config?.budgets ?? {},
    files: [...(read?.files ?? []), ...(manifestFile === undefined ? [] : [manifestFile])],
    isLookedAt: trust !== 'run',
    warnings: [...unusedConfigs(found), ...(read?.warnings ?? [])],
    sources: read?.sources ?? new Map(),
  };
}

/** The order of the extensions decides, but a person who edits the other file sees nothing of it. */
function unusedConfigs(found: FoundConfig | undefined): readonly ConfigDiagnostic[] {
  if (found === undefined || found.unused.length === 0) return [];
  const used = basename(found.file);
  const unused = found.unused.map((file) => basename(file)).join(' and ');
  return [
    {
      code: 'config-unused-file',
      severity: 'warning',
      message: `${dirname(found.file)} holds ${used} and ${unused}: ${used} is used, ${unused} has no effect`,
      hint: 'Keep one of them, or name one with --config',
    },
  ];
}

interface ReadConfig {
  readonly config: ServiceConfig;
  readonly files: readonly string[];
  readonly warnings: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

async function readConfig(file: string, trust: Exclude<ConfigTrust, 'skip'>): Promise<ReadConfig> {
  const { value, text, files } = await evaluateConfig(file, trust);
  const name = basename(file);
  if (value === undefined)
    throw new ConfigProblem(
      [
        {
          code: 'config-no-default',
          severity: 'error',
          message: `${name} exports no config`,
          hint: 'Write `export default defineConfig({ … })`',
        },
      ],
      new Map([[name, hideValues(text)]]),
    );
  const faults = checkConfig(value);
  const shown = faults.flatMap(({ path, showsValue }) => (showsValue === true ? [path] : []));
  const sources = new Map([[name, hideValues(text, shown)]]);
  const diagnostics = faults.map((fault) => faultDiagnostic(fault, text, name));
  if (!isServiceConfig(value, faults)) throw new ConfigProblem(diagnostics, sources, dirname(file));
  return { config: value, files, warnings: diagnostics, sources };
}

/** The rows of generated.ts, printed from the type, have accepted the value. */
function isServiceConfig(_value: unknown, faults: readonly ConfigFault[]): _value is ServiceConfig {
  return faults.every((fault) => fault.severity !== 'error');
}

function faultDiagnostic(fault: ConfigFault, text: string, file: string): ConfigDiagnostic {
  const span = locateKey(text, fault.path, file);
  return {
    code: fault.code,
    severity: fault.severity,
    message: `${file}: ${fault.message}`,
    ...(fault.severity === 'error' ? { hint: fault.hint ?? '`service help config` explains every setting' } : {}),
    suggestion: fault.suggestion,
    span,
  };
}

const existing = (file: string): string | undefined => (existsSync(file) ? file : undefined);

function notAProject(cwd: string): ConfigProblem {
  return new ConfigProblem([
    {
      code: 'not-a-project',
      severity: 'error',
      message: `${cwd} is not a project: it holds neither service.config.* nor package.json, nor do the ten folders above`,
      hint: 'Change into a project, name one with --cwd, or make one with `service new`',
    },
  ]);
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
}

function readManifest(file: string): Manifest {
  let text = '';
  let value: unknown;
  try {
    text = withoutByteOrderMark(readFileSync(file, 'utf8'));
    value = JSON.parse(text);
  } catch (error) {
    const { span, what } = jsonFault(basename(file), text) ?? { what: messageOf(error) };
    const message = `${file} is not JSON: ${what}`;
    throw new ConfigProblem([{ code: 'package-json-invalid', severity: 'error', message, span }]);
  }
  const textAt = (key: string): string | undefined => {
    const field = memberOf(value, key);
    return typeof field === 'string' && field !== '' ? field : undefined;
  };
  return { name: textAt('name'), version: textAt('version') };
}

function settleName(config: ServiceConfig | undefined, manifest: Manifest, sources: Sources): Settled<string> {
  const ofPackage = {
    value: manifest.name?.split('/').at(-1) ?? 'server',
    origin: manifest.name === undefined ? 'default' : 'package.json',
  };
  const settled = settle(fieldAt('name'), config?.name, sources) ?? ofPackage;
  const rule = fieldAt('name').rule;
  // The name becomes file names and parts of scripts: an untrusted package.json must not inject text there.
  const { pattern, patternSays = '' } = textRule(rule.kind === 'text' ? rule.rule : undefined);
  if (pattern !== undefined && !new RegExp(pattern).test(settled.value))
    throw new ConfigProblem([
      settingFault(`${settled.origin === 'package.json' ? 'The name in package.json' : settled.origin} ${patternSays}`),
    ]);
  return settled;
}

interface Chosen {
  readonly target: string;
  readonly outDir?: string;
  readonly server?: DeploymentServer;
  readonly ha?: DistributedDeployment['ha'];
}

/** At least one: without a list and a flag it is `node`. */
type Deployments = readonly [ProjectDeployment, ...ProjectDeployment[]];

function settleDeployments(
  config: ServiceConfig | undefined,
  at: { readonly root: string; readonly entry: string; readonly request: ProjectRequest; readonly sources: Sources },
): Deployments {
  const fromFile = config?.deployments ?? [];
  const fromVariable = at.request.env['SERVICE_TARGET']?.split(',').filter((target) => target !== '') ?? [];
  const asked = [...new Set(at.request.targets.length > 0 ? at.request.targets : fromVariable)];
  const chosen: readonly Chosen[] =
    asked.length > 0
      ? asked.flatMap((target) =>
          withDefault<Chosen>(
            fromFile.filter((deployment) => deployment.target === target),
            { target },
          ),
        )
      : withDefault<Chosen>(fromFile, { target: 'node' });
  const out = settle(fieldAt('outDir'), undefined, at.sources);
  const deployments = chosen.map((deployment): ProjectDeployment => {
    const row = fromFile.find((one) => one === deployment);
    return {
      target: deployment.target,
      folder: outputFolder(deployment, out, at),
      variables: serverVariables(deployment.server, deployment.ha),
      ...(row === undefined ? {} : { row }),
    };
  });
  const folders = new Set(deployments.map((deployment) => deployment.folder));
  if (folders.size < deployments.length)
    throw new ConfigProblem([settingFault('Two deployments have the same output folder; give each its own outDir')]);
  for (const folder of folders)
    if (relative(folder, at.root) === '' || !relative(folder, at.root).startsWith('..'))
      throw new ConfigProblem([settingFault(`The output folder ${folder} holds the project itself; name one inside or beside it`)]);
  const shared = out === undefined ? undefined : sharedFolder(out, at);
  for (const folder of shared === undefined ? folders : [shared, ...folders])
    if (folder !== at.root && isWithin(at.root, folder) && isWithin(folder, at.entry))
      throw new ConfigProblem([
        settingFault(
          `The output folder ${folder} holds ${relative(at.root, at.entry)}, a source of the server; name another, such as dist`,
        ),
      ]);
  const [first, ...others] = deployments;
  if (first === undefined) throw new Error('a project without deployments');
  return [first, ...others];
}

/** Where a platform's own tools look for a build: in the project, or in the folder that is named for the output. */
const platformFolders: Readonly<Record<string, string>> = { serverless_a: '.vercel/output' };

function outputFolder(
  deployment: { readonly target: string; readonly outDir?: string },
  out: Settled<string> | undefined,
  at: { readonly root: string; readonly request: ProjectRequest },
): string {
  const { [deployment.target]: inside } = platformFolders;
  if (out !== undefined) return join(sharedFolder(out, at), deployment.target, inside ?? '');
  if (deployment.outDir !== undefined) return resolve(at.root, deployment.outDir, inside ?? '');
  return resolve(at.root, inside ?? join('dist', deployment.target));
}

/** The folder that has one for each target. */
const sharedFolder = (out: Settled<string>, at: { readonly root: string; readonly request: ProjectRequest }): string =>
  resolve(out.origin === '--out-dir' ? at.request.cwd : at.root, out.value);

const withDefault = <Item>(items: readonly Item[], fallback: Item): readonly Item[] => (items.length > 0 ? items : [fallback]);

type HaSettings = NonNullable<DistributedDeployment['ha']>;

/**
 * `deployments[].server` and `ha` as the variables that the bundle reads at start; a variable that is already set there wins. What a deployment does not mention stays unset.
 */
export function serverVariables(server: DeploymentServer = {}, ha: HaSettings = {}): Readonly<Record<string, string>> {
  const { cookies, csp, headers, http } = server;
  const variables: Record<string, string | undefined> = {
    PORT: http?.port?.toString(),
    SERVICE_SOCKET_PATH: http?.socketPath,
    SERVICE_HTTP_ENTRY_PATH: http?.entryPath,
    SERVICE_CORS_ORIGINS: http?.cors?.origins?.join(','),
    SERVICE_CORS_CREDENTIALS: switchText(http?.cors?.credentials),
    SERVICE_CORS_MAX_AGE: http?.cors?.maxAge?.toString(),
    SERVICE_CSP_ENABLED: switchText(csp?.enabled),
    SERVICE_CSP_DIRECTIVES: csp?.directives === undefined ? undefined : printDirectives(csp.directives),
    SERVICE_CSP_REPORT_URI: csp?.reportUri,
    SERVICE_CSP_REPORT_ONLY: switchText(csp?.reportOnly),
    SERVICE_HSTS: headerText(headers?.hsts),
    SERVICE_CONTENT_TYPE_OPTIONS: headerText(headers?.contentTypeOptions),
    SERVICE_FRAME_OPTIONS: headerText(headers?.frameOptions),
    SERVICE_HEADERS_CUSTOM: headers?.custom === undefined ? undefined : JSON.stringify(headers.custom),
    SERVICE_AFFINITY_COOKIE: cookies?.affinity,
    SERVICE_AFFINITY_COOKIE_DOMAIN: cookies?.domain,
    SERVICE_AFFINITY_COOKIE_SAME_SITE: cookies?.sameSite,
    SERVICE_HA_HEARTBEAT_INTERVAL_MS: ha.heartbeatIntervalMs?.toString(),
    SERVICE_HA_HEARTBEAT_TTL_MS: ha.heartbeatTtlMs?.toString(),
    SERVICE_HA_TAKEOVER_GRACE_MS: ha.takeoverGracePeriodMs?.toString(),
    SERVICE_HA_KEY_PREFIX: ha.redisKeyPrefix,
  };
  return Object.fromEntries(Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

const switchText = (value: boolean | undefined): string | undefined => (value === undefined ? undefined : value ? '1' : '0');

const headerText = (value: string | false | undefined): string | undefined => (value === false ? 'off' : value);

/** A semicolon-separated policy; empty text gives a directive without a value. */
function printDirectives(directives: Readonly<Record<string, string | readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : value.join(' ')}`.trim())
    .join('; ');
}
