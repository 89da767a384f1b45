import bcrypt from 'bcrypt';

export const probe = async (): Promise<string> => String(await bcrypt.compare('secret', await bcrypt.hash('secret', 4)));
