import path from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig } from 'vite'
import { compressAssets } from './build/compress-assets.ts'
import { latePages } from './build/late-pages.ts'
import { minifyFirst } from './build/minify-first.ts'
import { nameStyles } from './build/name-styles.ts'
import { noDefaultErrorPage } from './build/no-default-error-page.ts'
import { ownStoreHook } from './build/own-store-hook.ts'
import { routeChunks } from './build/route-chunks.ts'
import { slimIcons } from './build/slim-icons.ts'
import { slimPreload } from './build/slim-preload.ts'

const clientFolder = path.join(import.meta.dirname, 'dist/client')

/** Two bundles: first `vite build` for the browser, then `vite build --ssr` for the server that renders pages first. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    latePages(new URL('./src/lib/late-page.tsx', import.meta.url)),
    noDefaultErrorPage(),
    slimIcons(),
    !isSsrBuild && [slimPreload(), ownStoreHook(), minifyFirst(), nameStyles(), compressAssets()],
  ],
  // Class names stand in styles, scripts and pages alike: short ones are sent three times less often.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    // Pictures and fonts stay files of their own, so that browsers can keep them.
    assetsInlineLimit: 0,
    ...(isSsrBuild ? serverBuild : clientBuild),
  },
  ...(isSsrBuild && {
    define: {
      'import.meta.env.ROUTE_CHUNKS': JSON.stringify(routeChunks(clientFolder)),
      'process.env.NODE_ENV': '"production"',
    },
  }),
  // All of it, React above all: outside of a bundle the one for developers would render wherever NODE_ENV is not set.
  ssr: { noExternal: true },
}))

const vendorParts =
  /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack|@trpc)[\\/]/

/** Everything small; not the catalogue, which product pages do without, nor the contracts, whose checks need zod. */
const sharedParts =
  /lucide|packages[\\/](ui|api-client|domain[\\/]src[\\/]rules)[\\/]|src[\\/](copy|lib|features[\\/](cart|layout))[\\/]/

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
    // Reading a property or a global changes nothing in these packages, and tRPC’s forget to say that importing them
    // does not either.
    treeshake: {
      moduleSideEffects: [{ test: /node_modules[\\/]@trpc[\\/]/, sideEffects: false }],
      propertyReadSideEffects: false,
      unknownGlobalSideEffects: false,
    },
    output: {
      codeSplitting: {
        groups: [
          // What changes only with a package stays in a file that returning visitors already have.
          { name: 'vendor', test: vendorParts },
          // A file of its own is a task of its own: see `boot`.
          { name: 'react', test: /src[\\/]boot[\\/]react\.ts/ },
          // Small parts that several pages use come in one file.
          { name: 'shared', test: sharedParts, minShareCount: 2 },
        ],
      },
    },
  },
}
