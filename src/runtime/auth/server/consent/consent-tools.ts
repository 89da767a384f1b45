/** A tool that people choose or leave out. */
export interface ConsentTool {
  /** Listed name: `<app>:<name>` where two apps have a tool of one name. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly appId: string;
  readonly appName: string;
}

/** Options name tools as they are listed, or as `<app>:<name>`. */
export const namesTool = (names: readonly string[], { appId, id, name }: Pick<ConsentTool, 'id' | 'name' | 'appId'>): boolean =>
  names.some((given) => given === id || given === `${appId}:${name}`);
