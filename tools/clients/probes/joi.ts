import Joi from 'joi';

export const probe = (): string => Joi.string().min(3).validate('ab').error?.message ?? 'accepted';
