/** All that the server and initdb see of our environment: enough to run, and none of the shop's secrets. */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC' }
