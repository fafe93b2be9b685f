import { version } from 'react-dom'
import type { Plugin } from 'vite'
import { leaveOut } from './leave-out.ts'

/** The lists hold for this version alone: in another one a name as `extractEvents$1` may be another function. */
const reviewed = '19.3.1'

/**
 * The functions of React's renderer behind what the shop does not use. React also calls some of them in passing, to find
 * that there is nothing to do; without them it finds the same.
 */
const unused = [
  // <ViewTransition>; the router's own transitions do without it.
  ...['trackEnterViewTransitions', 'pushViewTransitionCancelableScope', 'applyViewTransitionToHostInstances'],
  ...['applyViewTransitionToHostInstancesRecursive', 'restoreViewTransitionOnHostInstances'],
  ...['commitAppearingPairViewTransitions', 'commitEnterViewTransitions', 'commitDeletedPairViewTransitions'],
  ...['commitExitViewTransitions', 'commitNestedViewTransitions', 'restorePairedViewTransitions'],
  ...['restoreEnterOrExitViewTransitions', 'restoreNestedViewTransitions', 'measureNestedViewTransitions'],
  ...['measureViewTransitionHostInstancesRecursive', 'scheduleViewTransitionEvent', 'startViewTransition'],
  ...['createViewTransitionInstance', 'getViewTransitionName', 'getViewTransitionClassName', 'measureInstance'],
  ...['applyViewTransitionName', 'restoreViewTransitionName', 'reportViewTransitionError', 'queueTransitionTypes'],
  // References to a <Fragment>.
  ...['FragmentInstance', 'addFragmentHandleToFiber', 'commitNewChildToFragmentInstances'],
  ...['commitFragmentInstanceInsertionEffects', 'commitFragmentInstanceDeletionEffects'],
  // Functions as the action of a form.
  ...['mountActionState', 'updateActionState', 'rerenderActionState', 'dispatchActionState', 'runActionStateAction'],
  ...['startHostTransition', 'requestFormReset', 'extractEvents$1'],
  // <Activity>, and <SuspenseList>.
  ...['updateActivityComponent', 'retryActivityComponentWithoutHydrating', 'commitActivityHydrationCallbacks'],
  ...['initSuspenseListRenderState', 'updateSuspenseListComponent', 'cutOffTailIfNeeded'],
  // Stylesheets and scripts that components bring with them, and hints for them.
  ...['preconnectAs', 'prefetchDNS', 'preconnect', 'preload', 'preloadModule', 'preinitStyle', 'preinitScript'],
  ...['preinitModuleScript', 'acquireResource', 'insertSuspendedStylesheets', 'suspendResource', 'suspendInstance'],
  ...['preloadInstanceAndSuspendIfNeeded', 'preloadResourceAndSuspendIfNeeded', 'accumulateSuspenseyCommitOnFiber'],
  // Elements of our own.
  'setPropOnCustomElement',
  // Internet Explorer, and hydration that the page asks for.
  ...['handleEventsForInputEventPolyfill', 'getTargetInstForInputEventPolyfill', 'attemptExplicitHydrationTarget'],
]

/** The same, where an answer is needed. */
const answered = {
  claimQueuedTransitionTypes: 'null',
  getResource: 'null',
  waitForCommitToBeReady: 'null',
  // `findDOMNode`.
  findCurrentFiberUsingSlowPath: 'null',
  // The names of the components in an error's record, which nothing reads.
  getStackByFiberInDevAndProd: '""',
}

/** What the packages beside the renderer export and nobody imports: hints, forms as actions, and priorities of one's own. */
const unimported = {
  'react-dom': [
    ...['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule'],
    ...['requestFormReset', 'unstable_batchedUpdates', 'useFormState', 'useFormStatus'],
  ],
  scheduler: ['unstable_forceFrameRate', 'unstable_next', 'unstable_runWithPriority', 'unstable_wrapCallback'],
}

/**
 * Events that no part of the shop hears through React. React handles every event of the document, and a slow phone
 * handled several of these before it showed a tap.
 */
const unheard = [
  /^registerSimpleEvent\((ANIMATION|TRANSITION)_[A-Z]+, "\w+"\);$/gm,
  /^registerDirectEvent\("onPointer(Enter|Leave)", \["pointerout", "pointerover"\]\);$/gm,
  /(?<= )pointer(Out|Over) /g,
]
const UNHEARD_PLACES = 11

/** Whoever uses one of these in a later version has to take it off the lists. */
const refused =
  /\bon(Animation|Transition)(Run|Start|Iteration|Cancel|End)(Capture)?\b|\bonPointer(Enter|Leave|Out|Over)(Capture)?\b|\b(ViewTransition|addTransitionType|useActionState|useFormStatus|SuspenseList|preinitModule|prefetchDNS|preinit|requestFormReset|unstable_(?:batchedUpdates|next|runWithPriority|wrapCallback))\b|\b(preconnect|preload|preloadModule)\b[^}]*\} from ['"]react-dom['"]|<Activity\b|<Fragment\s[^>]*\bref=|<form\s[^>]*\baction=\{|\bprecedence=/

/** Builds React's renderer without the parts that the shop does not use: 9 KiB less on every first page. */
export function slimReact(): Plugin {
  return {
    name: 'slim-react',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      if (version === reviewed) return
      throw new Error(
        `React is ${version}: look through the lists of build/slim/react.ts, which were made for ${reviewed}.`,
      )
    },
    transform(code, id) {
      if (/react-dom-client\.production\.js$/.test(id)) {
        const withoutMethods = code.replaceAll(
          /^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\..*?^\};/gms,
          '',
        )
        return { code: leaveOut(withoutEvents(withoutMethods), { unused, answered }), map: null }
      }
      const [, beside] = /[\\/](react-dom|scheduler)\.production\.js$/.exec(id) ?? []
      if (beside) return { code: withoutExports(code, unimported[beside as keyof typeof unimported]), map: null }
      const use = /node_modules[\\/]react(-dom)?[\\/]/.test(id) ? null : refused.exec(code)
      if (use) throw new Error(`${id} uses ${use[0]}, which build/slim/react.ts leaves out of React.`)
      return undefined
    },
  }
}

function withoutExports(code: string, names: readonly string[]): string {
  return names.reduce((each, name) => {
    const rest = each.replace(new RegExp(`^exports\\.${name} = function .*?^};$`, 'ms'), '')
    if (rest === each) throw new Error(`There is no ${name} to be left out.`)
    return rest
  }, code)
}

function withoutEvents(code: string): string {
  let places = 0
  const rest = unheard.reduce(
    (each, pattern) =>
      each.replaceAll(pattern, () => {
        places++
        return ''
      }),
    code,
  )
  if (places !== UNHEARD_PLACES) throw new Error(`React registers ${places} of ${UNHEARD_PLACES} events.`)
  return rest
}
