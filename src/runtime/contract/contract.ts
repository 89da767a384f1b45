import type { AvailableWhen, Json, JsonObject, JsonSchema } from '../model/index.ts';

/** The contract with clients, which every build writes to `contract.json`. Lists keep registration order. */
export interface Contract {
  readonly contractVersion: 1;
  /** Hash of everything below except the server's version: equal hashes, equal contracts. */
  readonly hash: string;
  readonly server: ContractServer;
  readonly tools: readonly ContractTool[];
  readonly resources: readonly ContractResource[];
  readonly resourceTemplates: readonly ContractTemplate[];
  readonly prompts: readonly ContractPrompt[];
  readonly skills: readonly ContractSkill[];
}

export interface ContractServer {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly instructions?: string;
  readonly decidedAtStart?: readonly string[];
}

/** Members of all entries. */
export interface ContractEntry {
  /** Name for clients. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Environments in which it exists; absent: all. */
  readonly availableWhen?: AvailableWhen;
  /** Access rules for callers. */
  readonly authorities?: Json;
  /** Members that each start decides by its time, by chance or by its machine; the contract says nothing of them. */
  readonly decidedAtStart?: readonly string[];
  /** Hash of this entry without its texts: equal hashes need no change of a client. */
  readonly hash: string;
}

export interface ContractTool extends ContractEntry {
  /** `hidden`: callable and not listed. Tools for the server's own use are not part of the contract. */
  readonly visibility: 'public' | 'hidden';
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: JsonObject;
  readonly taskSupport?: 'required' | 'optional' | 'forbidden';
}

export interface ContractResource extends ContractEntry {
  readonly uri: string;
  readonly mimeType?: string;
}

export interface ContractTemplate extends ContractEntry {
  readonly uriTemplate: string;
  readonly mimeType?: string;
}

export interface ContractPrompt extends ContractEntry {
  readonly arguments: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
}

interface ContractSkill {
  readonly name: string;
  readonly path: string;
  readonly description?: string;
}
