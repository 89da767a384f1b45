import type { JsonObject } from '../model/index.ts';

/*
 * Documented options that this version refuses. The types of the decorators do not have them; `npm run reference` reads these interfaces, so
 * that a refusal can say what to do.
 */

/** Of `@Service`. */
export interface RefusedServerOptions {
  /** Jobs. @refused unless false: they would be left out */
  readonly jobs?: JsonObject | readonly unknown[];
  /** Channels. @refused unless false: they would be left out */
  readonly channels?: JsonObject | readonly unknown[];
  /** Agents. @refused unless false: they would be left out */
  readonly agents?: readonly unknown[];
  /** Bundles that a worker pulls. @refused unless false: the entries of the sources are served */
  readonly managed?: JsonObject;
}

/** Of `@Service({ tasks })`. */
export interface RefusedTaskOptions {
  /** Not supported so far. @refused unless false: a task is kept and answered as its client negotiated it */
  readonly strict?: boolean;
  /** Program that runs one task; not supported so far. @refused tasks run in the process of the server */
  readonly cliRunnerCommand?: JsonObject;
}

/** Of `@App`. */
export interface RefusedAppOptions {
  /** Agents. @refused unless false: they would be left out */
  readonly agents?: readonly unknown[];
  /** Jobs. @refused unless false: they would be left out */
  readonly jobs?: readonly unknown[];
  /** Workflows. @refused unless false: they would be left out */
  readonly workflows?: readonly unknown[];
  /** Channels. @refused unless false: they would be left out */
  readonly channels?: readonly unknown[];
}

/** Of `@Service({ skillsConfig: { cache } })`. */
export interface RefusedSkillsCacheOptions {
  /** Shared cache. @refused every instance has the skills in its memory; leave it out, `ttlMs` says how long clients keep answers */
  readonly redis?: JsonObject;
  /** Prefix in a shared cache. @refused every instance has the skills in its memory; leave it out, `ttlMs` says how long clients keep answers */
  readonly keyPrefix?: string;
}
