import * as yup from 'yup';

export const probe = (): string => yup.object({ name: yup.string().required() }).validateSync({ name: 'Ada' }).name;
