/** Of a scope, and of a package: what stays one name in a path and in an address. */
const part = "[\\w!~*'()-][\\w.!~*'()-]*";
const form = new RegExp(`^(?:@${part}/)?${part}$`);
const maxLength = 214;

/** Whether npm takes a text for the name of a package: it comes from a stranger's package.json, and becomes a path. */
export const isPackageName = (name: unknown): name is string =>
  typeof name === 'string' && name.length <= maxLength && form.test(name) && name.toLowerCase() !== 'node_modules';
