/** Which schemas of a tool more than the sources decide: what a build makes of them says nothing about where the bundle runs. */
export interface OpenSchemas {
  readonly input?: true;
  readonly output?: true;
}
