# Two stages: everything is built from the sources, and only what runs is kept. docker build -t mulrel . && docker run -p 8080:8080 mulrel
FROM node:20-bookworm-slim AS build
WORKDIR /mulrel
COPY . .
RUN npm ci
RUN npm prune --omit=dev --ignore-scripts

FROM node:20-bookworm-slim
WORKDIR /mulrel
ENV NODE_ENV=production
COPY --from=build /mulrel/package.json /mulrel/LICENSE ./
COPY --from=build /mulrel/node_modules node_modules
COPY --from=build /mulrel/dist dist
COPY --from=build /mulrel/models models
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/cli/main.js", "serve", "--host", "0.0.0.0", "--port", "8080"]
