/** JSON data as YAML, in blocks; texts in quotes, which YAML reads as JSON does. */
export function printYaml(value: unknown): string {
  return `${lines(value).join('\n')}\n`;
}

function lines(value: unknown): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return ['[]'];
    return value.flatMap((item) => lines(item).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`));
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    if (members.length === 0) return ['{}'];
    return members.flatMap(([key, member]) => memberLines(JSON.stringify(key), member));
  }
  return [JSON.stringify(value) ?? 'null'];
}

function memberLines(key: string, member: unknown): string[] {
  const own = lines(member);
  const isBlock = typeof member === 'object' && member !== null && Object.keys(member).length > 0;
  return isBlock ? [`${key}:`, ...own.map((line) => `  ${line}`)] : [`${key}: ${own[0] ?? ''}`];
}
