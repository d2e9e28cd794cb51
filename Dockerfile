# One image for all roles: the compiler in CI, the plugin of Argo CD, the appliers of zones, nodes and the cluster.
# Name an image of Node.js 24, the active LTS, by its digest. Without it the build fails:
#
#   docker build --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:<64 hexadecimal digits> --tag weir .
ARG NODE_IMAGE

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY templates templates
# Input for the runs of the build that create the V8 code cache.
COPY fixtures/quickstart fixtures/quickstart
RUN npm run --silent build && npm prune --omit=dev --no-audit --no-fund

FROM ${NODE_IMAGE}
# git reads revisions. The node role applies with nft and ip.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates git iproute2 nftables \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/weir
COPY LICENSE ./
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY --from=build /build/templates/*.hbs templates/
COPY docs/findings.md docs/findings.md
COPY deploy/ci/*.yaml deploy/ci/
RUN ln -s /opt/weir/dist/cli.js /usr/local/bin/weir && chmod 0755 dist/cli.js
ENV NODE_ENV=production
# Only the node role needs root. Its DaemonSet sets it.
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["weir"]
