# Two stages: everything is built from the sources, and only what runs is kept. docker build -t mulrel . && docker run -p 8080:8080 mulrel
FROM node:20-bookworm-slim AS build
WORKDIR /mulrel
COPY . .
RUN npm ci
RUN npm prune --omit=dev --ignore-scripts

FROM node:20-bookworm-slim
WORKDIR /mulrel
# Every flag of `mulrel serve` is a variable. The server tells the health check where it listens, whatever its port.
ENV NODE_ENV=production MULREL_HOST=0.0.0.0 MULREL_PORT=8080 MULREL_ADDRESS_FILE=/tmp/mulrel-address
COPY --from=build /mulrel/package.json /mulrel/LICENSE ./
COPY --from=build /mulrel/node_modules node_modules
COPY --from=build /mulrel/dist dist
COPY --from=build /mulrel/models models
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "dist/server/health-check.js"]
# docker run mulrel serves; docker run mulrel link "…" is any other command
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve"]
