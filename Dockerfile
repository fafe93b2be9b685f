# The shop in one image: built with everything, run with what the server needs.
FROM node:26-slim AS base
ENV TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1
RUN npm install --global pnpm@12.4.2
WORKDIR /app
# What is fetched changes with the lock file alone.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch

FROM base AS build
COPY . .
RUN pnpm install --frozen-lockfile --offline && pnpm exec turbo run build

FROM base AS server
COPY . .
# What was fetched for building goes; the pages are rendered on the server with the storefront's own packages.
RUN rm -rf node_modules && \
  pnpm install --frozen-lockfile --offline --prod --filter "@marashi/api..." --filter "@marashi/storefront..."

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
# As `npm start` does: see scripts/small-memory.mjs.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=server /app/package.json ./
COPY --from=server /app/node_modules ./node_modules
COPY --from=server /app/packages ./packages
COPY --from=server /app/apps ./apps
COPY --from=build /app/apps/storefront/dist ./apps/storefront/dist
COPY --from=build /app/apps/admin/dist ./apps/admin/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process: it hears SIGTERM and closes the shop in order.
CMD ["node", "--max-semi-space-size=8", "apps/api/src/main.ts"]
