import argon2 from 'argon2';

export const probe = async (): Promise<string> => String(await argon2.verify(await argon2.hash('secret'), 'secret'));
