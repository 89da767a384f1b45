import { describeRegistry, type ServerModel } from '@service/sdk/model';
import { valueExpression } from '../../escape/javascript.ts';

const module = '"@service/sdk/features/registry-documents"';

/**
 * A module with the feature that serves the documents for registries. The documents are made here where the sources decide the options,
 * otherwise at every start.
 */
export function printRegistryDocuments({ info, options }: ServerModel, dynamicOptions: string | undefined): string {
  const documents = dynamicOptions === undefined ? describeRegistry(info, options.rest['registry']) : undefined;
  if (documents === undefined) return `export { registryDocuments } from ${module};\n`;
  return [
    `import { registryDocumentsOf } from ${module};`,
    `export const registryDocuments = registryDocumentsOf(${valueExpression(documents)});`,
    '',
  ].join('\n');
}
