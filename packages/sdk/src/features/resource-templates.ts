export { resourceTemplates } from '../../../../src/runtime/features/resource-templates.ts';
