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
  readonly facts?: DeploymentFacts;
  /** A PNG image, as base64: part of what decides whether a build is unchanged. */
  readonly icon?: string;
  /** Write the files of the archive, and no archive. */
  readonly stageOnly?: boolean;
  /** One archive for each of these (`linux-x64`), with the add-ons of the server for it; without them one for all systems, with none. */
  readonly nativePlatforms?: readonly string[];
  /** Absolute folder with `<platform>/node_modules`: packages for platforms that the installed ones have no add-on for. */
  readonly nativePackages?: string;
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
  /** Heading. */
  readonly group?: string;
  /** Step that follows; the next of the list when absent. */
  readonly next?: string;
  /** Answers of earlier steps (a value or several), without which it is not asked. */
  readonly showWhen?: JsonObject;
}

/** What the manifest of a deployment says that sources do not: `build.{dependencies,storage,network}` of the config. */
export interface DeploymentFacts {
  /** Programs that the server starts. */
  readonly system?: readonly string[];
  readonly storage?: { readonly type?: 'sqlite' | 'redis' | 'none'; readonly required?: boolean };
  readonly network?: { readonly defaultPort?: number; readonly supportsSocket?: boolean };
}
/** A single executable of a build. */
export interface Executable {
  /** In the output, with `/`. */
  readonly path: string;
  /** `linux-x64`: what it runs on. */
  readonly platform: string;
  readonly contents: Uint8Array;
  /** It loads what NODE_OPTIONS names in front of the server. */
  readonly loadsNodeOptions?: true;
}

/** Name of the generated module from which a further bundle of a target begins; the server's own begins from `entry`. */
export const furtherEntry = (key: string): string => `entry-${key}`;
