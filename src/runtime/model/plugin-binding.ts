/** What a plugin takes of the platform of a worker, beside stores: `worker-loader` makes isolates of given sources. */
export interface PluginBinding {
  readonly kind: 'worker-loader';
  /** Of the binding: `SERVICE_LOADER`. */
  readonly name: string;
  /** The option that asks for it, as in messages: `sandbox.provider`. */
  readonly option: string;
  /** What to do on a platform that has none, in the imperative. */
  readonly instead: string;
}
