import type { Awaitable } from '../std/index.ts';
import type { JsonObject } from '../model/index.ts';

/** How skills are served, as `skillsConfig`. */
export interface SkillsConfig {
  /**
   * True serves them over HTTP too, false serves none.
   *
   * Skills are served over MCP as soon as one is declared.
   */
  readonly enabled?: boolean;
  /**
   * Path before the HTTP addresses, like /help.
   * @default ''
   * @rule endpointPath
   * @noEffect unless '' when skillsConfig.enabled is not true: skills are not served over HTTP
   */
  readonly prefix?: string;
  /**
   * Who may read them over HTTP: callers of the endpoint (inherit), everybody, holders of a key, bearers of a token.
   * @default 'inherit'
   * @noEffect unless 'inherit' when skillsConfig.enabled is not true: skills are not served over HTTP
   */
  readonly auth?: 'inherit' | 'public' | 'api-key' | 'bearer';
  /**
   * Accepted keys, sent as X-API-Key or as bearer token.
   * @secret
   * @noEffect when skillsConfig.auth is not 'api-key': no key is asked for
   */
  readonly apiKeys?: readonly string[];
  /**
   * Variable that holds accepted keys, separated by commas.
   * @rule variable
   * @noEffect when skillsConfig.auth is not 'api-key': no key is asked for
   */
  readonly apiKeysEnv?: string;
  /**
   * Issuer of the tokens.
   * @noEffect when skillsConfig.auth is not 'bearer': no token is asked for
   */
  readonly jwt?: {
    /** Issuer, as an https URL. @rule issuer */
    readonly issuer: string;
    /** Audience of the tokens; the public address of the server when absent. */
    readonly audience?: string;
    /** Where its keys are; what its metadata names when absent. @rule issuer */
    readonly jwksUrl?: string;
  };
  /**
   * Text index of the skills, at /llm.txt or another path.
   * @default true
   * @noEffect when skillsConfig.enabled is not true: skills are not served over HTTP
   */
  readonly llmTxt?: boolean | SkillsAddress;
  /**
   * Their whole texts, at /llm_full.txt or another path.
   * @default true
   * @noEffect when skillsConfig.enabled is not true: skills are not served over HTTP
   */
  readonly llmFullTxt?: boolean | SkillsAddress;
  /**
   * Lists, searches and single skills as JSON, at /skills or another path.
   * @default true
   * @noEffect when skillsConfig.enabled is not true: skills are not served over HTTP
   */
  readonly api?: boolean | SkillsAddress;
  /**
   * Skills and their files are resources of MCP.
   * @default true
   */
  readonly mcpResources?: boolean;
  /**
   * The instructions of the server name the URIs of the skills.
   * @default false
   * @noEffect when skillsConfig.injectInstructions is 'off': the instructions name no skills
   */
  readonly sep2640InInstructions?: boolean;
  /** Caches of what HTTP addresses answer. */
  readonly cache?: {
    /**
     * Answers say how long clients may keep them.
     * @default false
     * @noEffect when skillsConfig.enabled is not true: skills are not served over HTTP
     */
    readonly enabled?: boolean;
    /**
     * Milliseconds.
     * @default 60000
     * @minimum 1000
     * @noEffect when skillsConfig.cache.enabled is not true: nothing is kept
     */
    readonly ttlMs?: number;
  };
  /** Records of who read which skills. */
  readonly audit?: SkillsAudit;
  /**
   * Where the list of skills stands in the instructions of the server.
   * @default 'append'
   */
  readonly injectInstructions?: 'off' | 'append' | 'prepend' | 'replace';
  /**
   * Makes a vector for each text, with a model of the author's: `semantic-query` and `skills/search` then compare meanings. It gets the texts
   * of all skills with the first question, and each question.
   */
  readonly embed?: SkillsEmbed;
  /**
   * How searches of words score: by weighted fields (BM25F), or by cosine.
   * @default 'bm25'
   */
  readonly scoring?: 'bm25' | 'cosine';
}

/** A HTTP address of skills. */
export interface SkillsAddress {
  /** Whether it answers. @default true */
  readonly enabled?: boolean;
  /** Its path after the prefix. @rule endpointPath */
  readonly path?: string;
}

/** Records of who read which skills: a chain of hashes, which shows what was left out. */
export interface SkillsAudit {
  /** Whether records are made. @default false */
  readonly enabled?: boolean;
  /**
   * Signs the hash of each record.
   * @noEffect when skillsConfig.audit.enabled is not true: nothing is recorded
   */
  readonly signer?: SkillsAuditSigner;
  /**
   * Keeps the records; the log when absent.
   * @noEffect when skillsConfig.audit.enabled is not true: nothing is recorded
   */
  readonly store?: SkillsAuditStore;
  /**
   * How the caller is named: as they are, by a hash, or not at all.
   * @default 'hash'
   * @noEffect unless 'hash' when skillsConfig.audit.enabled is not true: nothing is recorded
   */
  readonly subjectMode?: 'plain' | 'hash' | 'omit';
  /**
   * Milliseconds after a use until a record tells the length of the chain.
   * @minimum 1000
   * @noEffect when skillsConfig.audit.enabled is not true: nothing is recorded
   */
  readonly headAnchorIntervalMs?: number;
}

/** Makes a vector for each text, all of one length. */
export type SkillsEmbed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;

/** Signs the hashes of records. */
export type SkillsAuditSigner = (hash: string) => Awaitable<string>;

/** Keeps a record. */
export type SkillsAuditStore = (record: JsonObject) => Awaitable<void>;

/** Where a worker keeps the search index of skills, as `skillIndex`. */
export interface SkillIndexOptions {
  /** Name of the binding; absent: SERVICE_SKILL_INDEX. @rule bindingName */
  readonly binding?: string;
  /** Seconds that the index is kept; absent: until it is removed. @minimum 60 */
  readonly ttlSeconds?: number;
}
