import {
  Adapter,
  DynamicAdapter,
  tool,
  type AdapterEntries,
  type AdapterHost,
  type AdapterUpdate,
  type Logger,
  type PrepareIo,
  type ToolItem,
} from '@service/sdk/define';
import { listedError } from '@service/sdk/errors';
import { checkOpenapiOptions } from './check-options.ts';
import type { OpenapiOperation, OpenapiOptions } from './openapi-options.ts';
import { prepare } from './prepare/prepare.ts';
import type { PreparedApi, PreparedOperation } from './prepared.ts';
import { callOperation } from './run/call-operation.ts';
import { outputOf, providersOf, withSchemas } from './tool-schemas.ts';

/**
 * One tool for each operation of an API that has an OpenAPI description (2.0, 3.0, 3.1). The description is read when the server is built;
 * the bundle holds neither it nor what reads it.
 *
 * @example
 * \@App({ name: 'shop', adapters: [OpenapiAdapter.init({ name: 'petstore', spec: 'openapi.yaml', baseUrl: 'https://petstore.example/v3' })] })
 * class Shop {}
 */
@Adapter({ name: 'openapi' })
export class OpenapiAdapter extends DynamicAdapter<OpenapiOptions> {
  static readonly checkOptions = checkOpenapiOptions;

  #documents: PreparedApi['documents'];
  #logger: Logger | undefined;
  #update: AdapterUpdate | undefined;
  #stop: (() => void) | undefined;

  /** The option that lets a running server look for another description. */
  static polls({ polling }: OpenapiOptions): string | undefined {
    return polling?.enabled === true ? 'polling' : undefined;
  }

  /** What reads descriptions is in a bundle only where it may find another one. */
  static modules(options: OpenapiOptions): readonly string[] {
    return OpenapiAdapter.polls(options) === undefined ? [] : [pollingModule];
  }

  /** Makes of the description what the tools need; only at build. */
  static async prepare(options: OpenapiOptions, io: PrepareIo): Promise<PreparedApi> {
    const api = await prepare(options, io);
    return options.baseUrl === undefined ? api : { ...api, baseUrl: '' };
  }

  /** The tools. */
  entries(prepared: PreparedApi): AdapterEntries {
    this.#documents = prepared.documents;
    const baseUrl = (this.options.baseUrl ?? prepared.baseUrl).replace(/\/+$/, '');
    if (baseUrl === '')
      throw listedError(
        'INVALID_DECORATOR_METADATA',
        `adapter "${this.options.name}": "baseUrl": was given at build, and is not where the server starts`,
      );
    const api = { ...prepared, baseUrl };
    return { tools: api.operations.map((operation) => toolOf(api, operation, this.options)) };
  }

  override setLogger(logger: Logger): void {
    this.#logger = logger;
  }

  override onUpdate(update: AdapterUpdate): void {
    this.#update = update;
  }

  override async startPolling(host: AdapterHost): Promise<void> {
    const { startPolling } = (await host.module(pollingModule)) as typeof import('./polling.ts');
    this.#stop = startPolling({
      options: this.options,
      documents: this.#documents ?? {},
      logger: this.#logger,
      take: async (api) => this.#update?.(this.entries(api)),
    });
  }

  override stopPolling(): void {
    this.#stop?.();
  }
}

const pollingModule = '@service/adapters/polling';

function toolOf(api: PreparedApi, prepared: PreparedOperation, options: OpenapiOptions): ToolItem {
  const { key, method, name, operationId, path, tags = [] } = prepared;
  const operation: OpenapiOperation = { name: key ?? name, method, path, operationId, tags };
  const callable = { api, options, prepared, operation };
  const providers = providersOf(prepared, options.authProviderMapper ?? {});
  const output = outputOf(api, prepared);
  return tool({
    ...(tags.length === 0 ? {} : { tags }),
    ...prepared.tool,
    name,
    description: prepared.description,
    rawInputSchema: withSchemas(prepared.input, api.schemas, { uses: prepared.uses, cut: prepared.cut }),
    ...(output === undefined ? {} : { outputSchema: output }),
    ...(providers.length === 0 ? {} : { authProviders: providers }),
  })((input, ctx) => callOperation(callable, input, ctx));
}
