import _ from 'lodash';

export const probe = (): string => _.chunk(['a', 'b', 'c'], 2).join('|');
