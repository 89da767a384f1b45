import type { JsonObject } from '@service/sdk/model';

/** What an archive says of its server that sources do not: the package's own manifest, the deployment of the config, flags. */
export interface Packaging {
  /** package.json as it is. */
  readonly packageJson?: JsonObject;
  /** The deployment of the config, checked by its rows. */
  readonly deployment?: JsonObject;
  /** Variables that every person gets, from the config. */
  readonly variables?: Readonly<Record<string, string>>;
  /** `setup.steps` of the config: questions at installation. */
  readonly questions?: readonly SetupQuestion[];
  /** A PNG image, as base64: part of what decides whether a build is unchanged. */
  readonly icon?: string;
  /** Write the files of the archive, and no archive. */
  readonly stageOnly?: boolean;
  /** Equal sources give equal archives. Default: true. */
  readonly isDeterministic?: boolean;
}

export interface SetupQuestion {
  readonly id: string;
  readonly prompt: string;
  readonly description?: string;
  /** Type, default and limits of the answer. */
  readonly jsonSchema?: JsonObject;
  /** Variable that the answer becomes. Default: the id in capitals. */
  readonly env?: string;
  readonly sensitive?: boolean;
}
