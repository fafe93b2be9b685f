import path from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig } from 'vite'
import { compressAssets } from './build/compress-assets.ts'
import { latePages } from './build/late-pages.ts'
import { minifyFirst } from './build/minify-first.ts'
import { nameStyles } from './build/name-styles.ts'
import { noStaticNames } from './build/no-static-names.ts'
import { oldestTargets } from './build/oldest-browsers.ts'
import { pageParts, routeChunks } from './build/route-chunks.ts'
import { routeStyles } from './build/route-styles.ts'
import { serviceWorker } from './build/service-worker.ts'
import { sharedPart } from './build/shared-parts.ts'
import { slimIcons } from './build/slim/icons.ts'
import { noDefaultErrorPage } from './build/slim/no-default-error-page.ts'
import { noDefaultSearch } from './build/slim/no-default-search.ts'
import { noViewTransitionTypes } from './build/slim/no-view-transition-types.ts'
import { ownStoreHook } from './build/slim/own-store-hook.ts'
import { slimPreload } from './build/slim/preload.ts'
import { slimReact } from './build/slim/react.ts'
import { slimTrpc } from './build/slim/trpc.ts'

const clientFolder = path.join(import.meta.dirname, 'dist/client')

/** Two bundles: first `vite build` for the browser, then `vite build --ssr` for rendering on the server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: { defaultBehavior: [[...pageParts], ['errorComponent']] },
    }),
    react(),
    latePages(new URL('./src/lib/late-page.tsx', import.meta.url)),
    noDefaultErrorPage(),
    noDefaultSearch(),
    slimIcons(),
    !isSsrBuild && [slimPreload(), slimReact(), slimTrpc(), ownStoreHook(), noViewTransitionTypes(), minifyFirst()],
    !isSsrBuild && noStaticNames(),
    !isSsrBuild && [nameStyles(), routeStyles(), serviceWorker(), compressAssets()],
  ],
  // Class names are repeated in styles, scripts and pages, so short ones save the most.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    // All of it but static blocks is in the oldest browsers. By their names, private methods would be lowered as well: 0.8 KiB.
    target: 'es2022',
    cssTarget: oldestTargets,
    // Pictures and fonts stay files of their own, so that browsers can cache them.
    assetsInlineLimit: 0,
    ...(isSsrBuild ? serverBuild : clientBuild),
  },
  ...(isSsrBuild && {
    define: {
      'import.meta.env.ROUTE_CHUNKS': JSON.stringify(routeChunks(clientFolder)),
      'process.env.NODE_ENV': '"production"',
    },
  }),
  // Bundles everything, because React outside of a bundle would be its development version where NODE_ENV is not set.
  ssr: { noExternal: true },
}))

const vendorParts =
  /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack|@trpc)[\\/]/

/**
 * Everything small; not the contracts, which need zod, nor the words of paying and of placed orders, which come after the
 * first view.
 */
const sharedParts =
  /lucide|packages[\\/](ui|api-client|domain[\\/]src[\\/]rules)[\\/]|src[\\/](copy(?![\\/](order|mpesa|pay-yourself)\.)|lib|features[\\/](cart|catalogue|layout))[\\/]/

interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

const serverBuild: BuildOptions = {
  outDir: 'dist/server',
  copyPublicDir: false,
  // The boot script is sent as the source of a function: short and without comments.
  minify: true,
  rolldownOptions: { input: 'src/entry-server.tsx' },
}

const clientBuild: BuildOptions = {
  outDir: 'dist/client',
  manifest: true,
  // All styles are inlined in every page, so they are one file.
  cssCodeSplit: false,
  modulePreload: { polyfill: false },
  rolldownOptions: {
    input: 'src/entry-client.tsx',
    // Reading a property or a global has no side effects in these packages. Importing tRPC's has none either, which they do
    // not declare.
    treeshake: {
      moduleSideEffects: [{ test: /node_modules[\\/]@trpc[\\/]/, sideEffects: false }],
      propertyReadSideEffects: false,
      unknownGlobalSideEffects: false,
    },
    output: {
      // Every page names dozens of files, and what is random in a name is not compressed: 36 bits tell versions of one file
      // apart.
      chunkFileNames: 'assets/[name]-[hash:6].js',
      entryFileNames: 'assets/[name]-[hash:6].js',
      codeSplitting: {
        groups: [
          // Packages change rarely, so returning visitors have this file in their cache.
          { name: 'vendor', test: vendorParts },
          // A separate file runs as a separate task: see `boot`.
          { name: 'react', test: /src[\\/]boot[\\/]react\.ts/ },
          // Small parts that several pages use are one file, or a few.
          ...(['shared', 'grid', 'later'] as const).map((part) => ({
            name: (id: string, bundle: Modules) =>
              sharedPart(id, (each) => bundle.getModuleInfo(each)?.importers ?? []) === part ? part : null,
            debugName: part,
            includeDependenciesRecursively: part === 'shared',
            test: sharedParts,
            minShareCount: 2,
          })),
        ],
      },
    },
  },
}
