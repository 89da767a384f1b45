/** Schemas of a tool that depend on the environment: those of the build may differ from those where the bundle runs. */
export interface OpenSchemas {
  readonly input?: true;
  readonly output?: true;
}
