import type { Plugin } from 'vite'

const named = /static \{\s*__name\(this, "\w+"\);\s*\}/g

/**
 * Leaves out the static blocks that give a package's classes back the names which its own build took away. Safari has such
 * blocks from 16.4 on. To lower them the build would write every private method of every package in another way too.
 */
export function noStaticNames(): Plugin {
  return {
    name: 'no-static-names',
    apply: 'build',
    transform: (code, id) =>
      id.includes('node_modules') && code.search(named) >= 0 ? { code: code.replace(named, ''), map: null } : undefined,
  }
}
