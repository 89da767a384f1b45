/** Members that tell an app of another server, or of a package that is loaded at run time, from other objects in `apps`. */
const remoteMembers = ['urlType', 'url', 'specifier'];

export const isRemoteApp = (members: readonly string[]): boolean => remoteMembers.some((name) => members.includes(name));

/** What to write instead of an app of another server, or of a package that is loaded at run time. */
export const insteadOfRemote =
  'install the package and list the class that it exports; let clients connect to another server themselves, or call it with an MCP client in a tool';
