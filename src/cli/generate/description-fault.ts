/** What is wrong with a document that should describe an API, and where. */
export interface DescriptionFault {
  readonly why: string;
  /** From 1; absent where no single line is wrong. */
  readonly line?: number;
}

/** What an adapter reads, in words for a hint. */
export const knownVersions = '"openapi" 3.0, 3.1 or 3.2, or "swagger" 2.0';

/**
 * Looks at the member that says which version of OpenAPI or Swagger a document is. YAML is not parsed for it: what else is wrong is said by the
 * build, which reads all of the document.
 * @returns undefined for a description
 */
export function descriptionFault(text: string): DescriptionFault | undefined {
  const start = text.trimStart();
  if (start === '') return { why: 'it is empty' };
  if (start.startsWith('<')) return { why: 'it is HTML or XML, not JSON or YAML' };
  return /^[{[]/.test(start) ? faultOfJson(text) : faultOfYaml(text);
}

function faultOfJson(text: string): DescriptionFault | undefined {
  try {
    const { openapi, swagger }: { readonly openapi?: unknown; readonly swagger?: unknown } = Object(JSON.parse(text)) as object;
    return faultOfVersion(openapi, swagger);
  } catch (failure) {
    const position = /position (\d+)/.exec(failure instanceof Error ? failure.message : '')?.[1];
    return { why: 'it is no JSON', ...(position === undefined ? {} : { line: text.slice(0, Number(position)).split('\n').length }) };
  }
}

function faultOfYaml(text: string): DescriptionFault | undefined {
  const valueOf = (name: string): string | undefined =>
    new RegExp(`^["']?${name}["']?[ \\t]*:[ \\t]*["']?([^"'\\s#]*)`, 'm').exec(text)?.[1];
  return faultOfVersion(valueOf('openapi'), valueOf('swagger'));
}

function faultOfVersion(openapi: unknown, swagger: unknown): DescriptionFault | undefined {
  if (openapi === undefined && swagger === undefined) return { why: 'it has neither "openapi" nor "swagger"' };
  if (/^3\.[0-2](\.|$)/.test(String(openapi)) || /^2(\.0)?$/.test(String(swagger))) return undefined;
  const [name, version] = openapi === undefined ? ['swagger', swagger] : ['openapi', openapi];
  return { why: `"${name}" is ${JSON.stringify(version)}` };
}
