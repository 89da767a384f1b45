import { minimumNode } from '@service/sdk/options';
import { stringLiteral } from '../../escape/javascript.ts';

/**
 * The first statement of a bundle: an older Node is named instead of failing somewhere in the middle. Only syntax that old versions parse
 * may stand here.
 */
export function printNodeCheck(name: string, nodeVersion: string): string {
  const least = minimumNode(nodeVersion);
  const text = stringLiteral(`${name} needs Node >= ${least.join('.')}, found v`);
  return (
    `(function(a){for(var h=process.versions.node.split('.').map(Number),i=0;i<2&&h[i]===a[i];)i++;` +
    `if(h[i]<a[i]){process.stderr.write(${text}+process.versions.node+'\\n');process.exit(1)}})([${least.join(',')}]);\n`
  );
}
