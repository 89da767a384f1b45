/** What GitHub answers, shortened. */
const user = { login: 'octocat', id: 583231, node_id: 'MDQ6VXNlcjU4MzIzMQ==', url: 'https://api.github.com/users/octocat', type: 'User' };

export const repository = {
  id: 1296269,
  node_id: 'MDEwOlJlcG9zaXRvcnkxMjk2MjY5',
  name: 'Hello-World',
  full_name: 'octocat/Hello-World',
  owner: user,
  html_url: 'https://github.com/octocat/Hello-World',
  description: 'My first repository on GitHub!',
  forks_url: 'https://api.github.com/repos/octocat/Hello-World/forks',
  stargazers_count: 80,
  default_branch: 'master',
};

export const issue = {
  number: 1347,
  title: 'Found a bug',
  state: 'open',
  user,
  comments_url: 'https://api.github.com/repos/octocat/Hello-World/issues/1347/comments',
  labels: [{ name: 'bug' }],
};
