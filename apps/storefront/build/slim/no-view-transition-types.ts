import type { Plugin } from 'vite'

const types = /if \(typeof shouldViewTransition === "object".*?\n\t*\} else (?=startViewTransitionParams = fn;)/s

/** Whoever names one has to take this plugin out. */
const use = /\b(viewTransition|defaultViewTransition)(=\{|:)\s*\{[^}]*\btypes\b/

/** Leaves out the types of the router's view transitions: the shop's links ask for one, and for none by its type. */
export function noViewTransitionTypes(): Plugin {
  return {
    name: 'no-view-transition-types',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('node_modules') && use.test(code)) throw new Error(`${id} names the type of a view transition.`)
      if (!/router-core[\\/]dist[\\/]esm[\\/]router\.js$/.test(id)) return undefined
      if (!types.test(code)) throw new Error('The router’s types of view transitions have moved.')
      return { code: code.replace(types, ''), map: null }
    },
  }
}
