import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './build/compress-assets.ts'

/** The pages people land on come whole with the first modules; the others load when somebody means to open them. */
const firstPages = new Set(['/', '/shop', '/product/$id'])

/** Two bundles: `vite build` for the browser, `vite build --ssr` for the server that renders pages first. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: { splitBehavior: ({ routeId }) => (firstPages.has(routeId) ? [] : undefined) },
    }),
    react(),
    !isSsrBuild && compressAssets(),
  ],
  build: {
    // Pictures and fonts stay files of their own, so that they can be kept by browsers.
    assetsInlineLimit: 0,
    // The boot script is sent as the source of a function: short and without comments.
    minify: true,
    ...(isSsrBuild
      ? { outDir: 'dist/server', copyPublicDir: false, rolldownOptions: { input: 'src/entry-server.tsx' } }
      : {
          outDir: 'dist/client',
          manifest: true,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: 'src/entry-client.tsx', output: { codeSplitting: { groups: vendorGroups } } },
        }),
  },
  ssr: { noExternal: [/^@marashi\//] },
}))

/** What changes only with a package stays in a file that returning visitors already have. */
const vendorGroups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'tanstack', test: /node_modules[\\/]@(tanstack|trpc)[\\/]/ },
]
