/** A tool that people choose or leave out. */
export interface ConsentTool {
  /** Listed name: `<app>:<name>` where two apps have a tool of one name. */
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly appId: string;
  readonly appName: string;
  /** The options suggest it. */
  readonly suggested: boolean;
}
