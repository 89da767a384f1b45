import { isPlainName, type EntryModel, type ServerModel } from '@service/sdk/model';

/** A name that MCP allows and some clients show badly. */
export interface UnusualName {
  readonly kind: EntryModel['kind'];
  readonly name: string;
}

/** Names of entries that are not tools: of those the build lets nothing else pass. */
export const findUnusualNames = ({ prompts, resources, resourceTemplates }: ServerModel): readonly UnusualName[] =>
  [...resources, ...resourceTemplates, ...prompts].filter(({ name }) => !isPlainName(name)).map(({ kind, name }) => ({ kind, name }));
