import type { Field, Fields, Rule } from './setting-row.ts';
import { settings } from './settings.ts';

/** The text of `service-config.ts`: TypeScript types of the config, with the rows' sentences as documentation. */
export function printConfigTypes(): string {
  const server = settings['deployments']?.rule;
  const node = server?.kind === 'list' && server.of.kind === 'variant' ? server.of.cases['node']?.['server'] : undefined;
  if (node === undefined) throw new Error('the node deployment has lost its server settings');
  const { deployments, ...rest } = settings;
  if (deployments?.rule.kind !== 'list' || deployments.rule.of.kind !== 'variant')
    throw new Error('deployments are no longer told apart by target');
  const cases = Object.entries(deployments.rule.of.cases);
  return [
    '// Written by print-types.ts from settings.ts; a test fails while this file is not what it prints.',
    '',
    `/** ${node.summary} */`,
    `export interface DeploymentServer ${printFields(node.rule.kind === 'object' ? node.rule.fields : {}, '')}`,
    ...cases.flatMap(([name, fields]) => ['', `export interface ${typeName(name)} ${printFields(fields, '', name)}`]),
    '',
    '/** One output of `service build`, told apart by its target. */',
    `export type Deployment = ${cases.map(([name]) => typeName(name)).join(' | ')};`,
    '',
    '/** What `service.config.*` may hold. */',
    `export interface ServiceConfig ${printFields({ ...rest, deployments }, '')}`,
    '',
  ].join('\n');
}

const typeName = (target: string): string =>
  `${target
    .split('_')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('')}Deployment`;

function printFields(fields: Fields, indent: string, target?: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(fields).flatMap(([key, field]) => [
    `${inner}/** ${printSentence(field)} */`,
    `${inner}readonly ${key}${field.required ? '' : '?'}: ${printField(key, field, { indent: inner, target })};`,
  ]);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function printField(key: string, field: Field, at: { readonly indent: string; readonly target?: string }): string {
  if (key === 'target' && at.target !== undefined) return `'${at.target}'`;
  if (key === 'server') return 'DeploymentServer';
  if (key === 'deployments') return 'readonly Deployment[]';
  return printRule(field.rule, at.indent);
}

function printSentence(field: Field): string {
  const standard = field.standard === undefined ? '' : ` Default: ${field.standard}.`;
  return `${field.summary}${standard}${field.later ? ' Not used yet.' : ''}`;
}

function printRule(rule: Rule, indent: string): string {
  switch (rule.kind) {
    case 'text':
      return rule.choices === undefined ? 'string' : rule.choices.map((choice) => `'${choice}'`).join(' | ');
    case 'integer':
      return 'number';
    case 'switch':
      return 'boolean';
    case 'off':
      return 'false';
    case 'json':
      return 'unknown';
    case 'list': {
      const item = printRule(rule.of, indent);
      return item.includes(' | ') ? `readonly (${item})[]` : `readonly ${item}[]`;
    }
    case 'map':
      return rule.keys === undefined
        ? `Readonly<Record<string, ${printRule(rule.of, indent)}>>`
        : `Readonly<Partial<Record<${rule.keys.map((key) => `'${key}'`).join(' | ')}, ${printRule(rule.of, indent)}>>>`;
    case 'object':
      return printFields(rule.fields, indent);
    case 'either':
      return rule.of.map((one) => printRule(one, indent)).join(' | ');
    case 'variant':
      throw new Error('a variant is printed by name');
  }
}
