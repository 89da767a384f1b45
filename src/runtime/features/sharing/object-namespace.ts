import { configInvalid } from '../../errors/index.ts';
import type { ObjectNamespace } from '../../storage/drivers/durable-object.ts';

/** @throws {ServiceError} CONFIG_INVALID when the worker has no namespace of Durable Objects under this name */
export function namespaceOf(found: unknown, { className, name }: { readonly name: string; readonly className: string }): ObjectNamespace {
  if (isNamespace(found)) return found;
  const what = found === undefined ? 'is missing' : 'is no Durable Object';
  const rows = `{ name = "${name}", class_name = "${className}" } to \`durable_objects.bindings\` and { tag = "v1", new_sqlite_classes = ["${className}"] } to \`migrations\``;
  throw configInvalid(`The binding ${name} of the worker ${what}: add ${rows} of wrangler.toml, and deploy again`);
}

const isNamespace = (found: unknown): found is ObjectNamespace =>
  typeof found === 'object' && found !== null && 'idFromName' in found && typeof found.idFromName === 'function';
